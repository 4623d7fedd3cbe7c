import { defineConfig } from 'vitest/config'

const common = { environment: 'node' as const, testTimeout: 20_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { ...common, name: 'shared', include: ['shared/src/**/*.test.ts'] } },
      { test: { ...common, name: 'server', include: ['server/src/**/*.test.ts'] } },
      { test: { ...common, name: 'client', include: ['client/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...common,
          name: 'test',
          include: ['test/{contract,property,integration,fault,bench}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
