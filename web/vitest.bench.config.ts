import { defineConfig } from 'vitest/config';

// Measures; nothing is tried twice.
export default defineConfig({
  test: {
    include: ['bench/**/*.bench.ts'],
    fileParallelism: false,
    testTimeout: 400_000,
    hookTimeout: 120_000,
  },
});
