import { defineConfig } from 'vitest/config';

// In a real browser, two files at a time: each has a browser and a server of its own.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    fileParallelism: true,
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // A slow machine is no failure.
    expect: { poll: { timeout: 15_000 } },
    // The dice of these evenings fall as they fall, and now and then a fight ends before a test has seen what it came
    // for. What fails is played once more, and the report says so; what is broken fails twice.
    retry: 1,
  },
});
