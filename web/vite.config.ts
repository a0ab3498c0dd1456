import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// While developing, the real server answers everything that is not the page.
const server = process.env.BONEYARD_SERVER ?? 'http://127.0.0.1:7777';

export default defineConfig({
  plugins: [svelte()],
  // Below a base (`boneyard serve --public-url`) scripts and styles find each other by where they lie; what the first
  // file names begins with a slash, and the server puts the base before it.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  // The painter's worker is a module of its own beside the page.
  worker: { format: 'es', rolldownOptions: { output: { comments: { legal: false } } } },
  build: {
    target: 'es2022',
    // Inlined fonts and pictures would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every table draws first comes in one piece: in many it compresses worse, and a phone asks many times.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'table', test: /src[\\/](blocks|form|prompt|dice)[\\/]/ },
            {
              name: 'stage',
              test: /src[\\/](scene[\\/](lens|camera|map|newcomers|task|aiming|sight|home)|gm[\\/]stage)\.?/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
});
