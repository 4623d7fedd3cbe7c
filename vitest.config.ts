import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// A limit only costs time when something is broken: it is far from what a test needs on a busy machine.
const common = {
  environment: 'node' as const,
  // What Node made of our sources is kept: servers and threads start in half the time, and tests start hundreds.
  env: {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(import.meta.dirname, '.tools', 'compile-cache'),
  },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Of two processors both, which would be one by default.
  maxWorkers: Math.max(2, availableParallelism() - 1),
}
// Tests that change nothing outside of themselves share what was loaded; the others get a process for each file.
const pure = { ...common, isolate: false }

export default defineConfig({
  test: {
    projects: [
      { test: { ...pure, name: 'shared', include: ['shared/src/**/*.test.ts'] } },
      { test: { ...pure, name: 'web', include: ['client/src/web/**/*.test.{ts,tsx}'] } },
      { test: { ...common, name: 'server', include: ['server/src/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'client',
          include: ['client/src/**/*.test.{ts,tsx}'],
          exclude: ['client/src/web/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...common,
          name: 'test',
          include: ['test/{contract,property,integration,fault,bench}/**/*.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          // After all others, one file at a time: a browser keeps more than one processor busy by itself.
          fileParallelism: false,
        },
      },
    ],
  },
})
