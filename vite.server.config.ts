import { cpSync } from 'node:fs'
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        backup: 'server/backup-main.ts',
        secrets: 'server/secrets-main.ts',
        catalogue: 'server/catalogue-main.ts',
        demo: 'server/demo-main.ts',
        'import-thread': 'server/import-thread.ts',
        'label-thread': 'server/label-thread.ts',
        'picture-thread': 'server/picture-thread.ts',
      },
      output: {
        entryFileNames: '[name].js',
        // Beside the entry: files find the migrations relative to themselves.
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
  plugins: [
    {
      name: 'files that are read beside the bundle',
      writeBundle({ dir }) {
        cpSync('server/db/migrations', `${dir}/migrations`, { recursive: true })
        cpSync('contract/modules', `${dir}/modules`, { recursive: true })
        cpSync('server/kit/access/leaked-passwords', `${dir}/leaked-passwords`, { recursive: true })
      },
    },
  ],
})
