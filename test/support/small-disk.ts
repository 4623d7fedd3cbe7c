// A real disk of a few megabytes that a test can fill up and make room on: a file system in memory, mounted for the test.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface SmallDisk {
  readonly folder: string
  /** Takes all the room that is left, to the last byte. */
  fill(): void
  /** Gives that room back. */
  free(): void
}

/** Whether this process may mount; only root may, and not everywhere. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'coppice-disk-'))
  const isMounted = mount(folder, 64 * 1024)
  if (isMounted) unmount(folder)
  else rmdirSync(folder)
  return isMounted
}

/** Unmounted at the end of the test. Throws where `canMount` says no. */
export function smallDisk(bytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-disk-'))
  if (!mount(folder, bytes)) throw new Error('a file system in memory cannot be mounted here')
  onTestFinished(() => unmount(folder))
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'a')
      try {
        for (const size of [64 * 1024, 4096]) fillWith(file, Buffer.alloc(size, 1))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast),
  }
}

function fillWith(file: number, chunk: Buffer): void {
  try {
    while (writeSync(file, chunk) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

function mount(folder: string, bytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]).status === 0
}

function unmount(folder: string): void {
  // Lazily: a program that was killed may not be quite gone.
  spawnSync('umount', ['-l', folder])
  rmdirSync(folder)
}
