import { cpSync } from 'node:fs'
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        // Beside the entry: files find the migrations relative to themselves.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
  plugins: [
    {
      name: 'migrations',
      writeBundle: () => cpSync('server/db/migrations', 'dist/server/migrations', { recursive: true }),
    },
  ],
})
