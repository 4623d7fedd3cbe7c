// The access store's statements, run by the storage worker. Transactions are the caller's.
import type { DatabaseSync } from 'node:sqlite'
import type { ParticipantId, Role, SessionId } from '@coppice/shared'
import type { Handlers, Operation } from '../log/sqlite-messages.ts'
import {
  parseCredentialKind,
  parseInteger,
  parseParticipantId,
  parseParticipantKind,
  parseRole,
  parseSessionId,
  parseText,
  parseTextOrNull,
  type Row,
} from '../log/sqlite-rows.ts'
import type { Invite } from './access-store.ts'

export type AccessOperation = Extract<
  Operation,
  | 'saveParticipant'
  | 'findParticipant'
  | 'saveCredential'
  | 'findCredential'
  | 'saveInvite'
  | 'findInvite'
  | 'listInvites'
  | 'saveMember'
  | 'findMember'
  | 'listMembers'
  | 'listMemberships'
>

/** Prepares every statement once. */
export function accessHandlers(db: DatabaseSync): Handlers<AccessOperation> {
  const sql = {
    saveParticipant: db.prepare('INSERT OR REPLACE INTO participants (id, name, color, kind) VALUES (?, ?, ?, ?)'),
    findParticipant: db.prepare('SELECT * FROM participants WHERE id = ?'),
    saveCredential: db.prepare(
      'INSERT OR REPLACE INTO credentials (hash, participant, kind, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    ),
    findCredential: db.prepare('SELECT * FROM credentials WHERE hash = ?'),
    saveInvite: db.prepare(
      'INSERT OR REPLACE INTO invites (hash, session, role, created_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    findInvite: db.prepare('SELECT * FROM invites WHERE hash = ?'),
    listInvites: db.prepare('SELECT * FROM invites WHERE session = ? ORDER BY created_at, hash'),
    saveMember: db.prepare('INSERT OR REPLACE INTO members (session, participant, role) VALUES (?, ?, ?)'),
    findMember: db.prepare('SELECT role FROM members WHERE session = ? AND participant = ?'),
    listMembers: db.prepare('SELECT participant, role FROM members WHERE session = ?'),
    listMemberships: db.prepare('SELECT session, role FROM members WHERE participant = ?'),
  }

  return {
    saveParticipant({ id, name, color, kind }) {
      sql.saveParticipant.run(id, name, color, kind)
      return null
    },

    findParticipant({ id }) {
      const row = sql.findParticipant.get(id)
      return (
        row && {
          id,
          name: parseText(row, 'name'),
          color: parseInteger(row, 'color'),
          kind: parseParticipantKind(row, 'kind'),
        }
      )
    },

    saveCredential({ hash, participant, kind, createdAt, expiresAt }) {
      sql.saveCredential.run(hash, participant, kind, createdAt, expiresAt)
      return null
    },

    findCredential({ hash }) {
      const row = sql.findCredential.get(hash)
      return (
        row && {
          hash,
          participant: parseParticipantId(row, 'participant'),
          kind: parseCredentialKind(row, 'kind'),
          createdAt: parseText(row, 'created_at'),
          expiresAt: parseTextOrNull(row, 'expires_at'),
        }
      )
    },

    saveInvite({ hash, session, role, createdBy, createdAt, expiresAt }) {
      sql.saveInvite.run(hash, session, role, createdBy, createdAt, expiresAt)
      return null
    },

    findInvite({ hash }) {
      const row = sql.findInvite.get(hash)
      return row && toInvite(row)
    },

    listInvites({ session }) {
      return sql.listInvites.all(session).map(toInvite)
    },

    saveMember({ session, participant, role }) {
      sql.saveMember.run(session, participant, role)
      return null
    },

    findMember({ session, participant }) {
      const row = sql.findMember.get(session, participant)
      return row && parseRole(row, 'role')
    },

    listMembers({ session }) {
      const members = new Map<ParticipantId, Role>()
      for (const row of sql.listMembers.iterate(session)) {
        members.set(parseParticipantId(row, 'participant'), parseRole(row, 'role'))
      }
      return members
    },

    listMemberships({ participant }) {
      const memberships = new Map<SessionId, Role>()
      for (const row of sql.listMemberships.iterate(participant)) {
        memberships.set(parseSessionId(row, 'session'), parseRole(row, 'role'))
      }
      return memberships
    },
  }
}

function toInvite(row: Row): Invite {
  return {
    hash: parseText(row, 'hash'),
    session: parseSessionId(row, 'session'),
    role: parseRole(row, 'role'),
    createdBy: parseParticipantId(row, 'created_by'),
    createdAt: parseText(row, 'created_at'),
    expiresAt: parseTextOrNull(row, 'expires_at'),
  }
}
