// Roles and what each may do. Each role includes the ones before it.

export const ROLES = ['view', 'comment', 'prompt', 'maintain', 'own'] as const
export type Role = (typeof ROLES)[number]

/** Acts a role can be asked for, with the least role that may do them. */
const LEAST_ROLE = {
  read: 'view',
  comment: 'comment',
  append: 'prompt',
  run: 'prompt',
  invite: 'maintain',
  import: 'maintain',
} as const satisfies Record<string, Role>

export type Act = keyof typeof LEAST_ROLE

export function mayDo(role: Role, act: Act): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLE[act])
}
