import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { bareDeclarations } from './scripts/vite/bare-declarations.ts'
import { boardWorker } from './scripts/vite/board-worker.ts'
import { bootScript, htmlName, stylesFirst } from './scripts/vite/boot-script.ts'
import { directComponents, leanFiles, pureRouter } from './scripts/vite/lean-libraries.ts'
import { libraryTexts } from './scripts/vite/library-words.ts'
import { nameplatePack } from './scripts/vite/nameplate-pack.ts'
import { offlineDeclarations } from './scripts/vite/offline-declarations.ts'
import { firstLoad, phoneGuard } from './scripts/vite/phone-guard.ts'
import { programVersion } from './scripts/vite/program-version.ts'

const inRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const revisionOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)

const manifest: Partial<ManifestOptions> = {
  id: '/m/',
  start_url: '/m/',
  scope: '/m/',
  name: '医械管家 Wardkeeper',
  short_name: '医械管家',
  description: '医疗设备的扫码、盘点与报修，没有信号也能用',
  lang: 'zh-CN',
  display: 'standalone',
  orientation: 'any',
  background_color: '#ffffff',
  theme_color: '#0b5cad',
  icons: [
    { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/app-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: '扫码', url: '/m/', icons: [{ src: '/icons/app-192.png', sizes: '192x192' }] },
    { name: '盘点', url: '/m/check', icons: [{ src: '/icons/app-192.png', sizes: '192x192' }] },
    { name: '报修', url: '/m/?for=repair', icons: [{ src: '/icons/app-192.png', sizes: '192x192' }] },
  ],
  categories: ['medical', 'productivity'],
  share_target: {
    action: '/m/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'photos', accept: ['image/*'] }] },
  },
}

const serviceWorker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src',
    filename: 'sw.ts',
    registerType: 'prompt',
    injectRegister: false,
    includeManifestIcons: false,
    manifest,
    injectManifest: {
      globPatterns: ['**/*.{html,js,css,svg,png,woff2,wasm}'],
      // The icons lie at `/`, outside the folder that is searched.
      additionalManifestEntries: [{ url: '/favicon.svg', revision: revisionOf(inRoot('public/favicon.svg')) }],
      rollupFormat: 'iife',
      buildPlugins: { vite: [offlineDeclarations(), phoneGuard()] },
    },
    devOptions: { enabled: false },
  })

const desk: UserConfig = {
  base: '/',
  plugins: [
    react(),
    directComponents(),
    pureRouter(),
    libraryTexts(),
    bootScript(),
    boardWorker(inRoot('src/board-sw.ts')),
    nameplatePack({ emits: true }),
    firstLoad({ page: 'src/app/desk/session/login-page.tsx', limit: 250_000 }),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    rolldownOptions: {
      input: inRoot('index.html'),
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // What pages share, in few files: left to itself each set of pages that share something gets one, and a page of the desk asks for 190. Parts of one
        // file begin together, so the order in which modules are run is written into them.
        codeSplitting: {
          groups: [
            // What the log-in needs, alone.
            { name: 'sign-in', priority: 1, tags: ['$initial'] },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 150_000 },
          ],
        },
        strictExecutionOrder: true,
      },
    },
  },
}

/** The words of a language, which load before the first page shows. */
const phoneWords = ['zh', 'en'].map((on) => [`src/words/${on}/${on}.ts`, `src/words/${on}/phone.ts`])

const phone: UserConfig = {
  base: '/m/',
  plugins: [
    react(),
    directComponents(),
    pureRouter(),
    bareDeclarations(),
    offlineDeclarations(),
    bootScript(),
    htmlName('phone.html', 'index.html'),
    nameplatePack(),
    stylesFirst(),
    phoneGuard({ page: 'src/features/asset/phone/scan-phone.tsx', oneOf: phoneWords, limit: 165_000 }),
    phoneGuard({ page: 'src/features/asset/phone/device-card-phone.tsx', oneOf: phoneWords, limit: 165_000 }),
    serviceWorker(),
  ],
  build: {
    outDir: 'dist/web/m',
    emptyOutDir: true,
    // Preloading is a hint; a browser that does not know it loads the same files a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: inRoot('phone.html'),
      output: {
        // What every page needs in two files, which compress better than forty; that of the libraries stays the same from release to release.
        codeSplitting: {
          groups: [
            ...['zh', 'en'].map((on) => ({ name: `words-${on}`, priority: 3, test: new RegExp(`/src/words/${on}/`) })),
            { name: 'libraries', priority: 2, tags: ['$initial'], test: /\/node_modules\// },
            { name: 'first', priority: 1, tags: ['$initial'] },
          ],
        },
      },
    },
  },
}

/** One code base, two builds: `vite build` makes the desk for `/`, `vite build --mode phone` (or `BODY=phone`) the phone for `/m/`; the desk goes first. */
export default defineConfig(({ command, mode }) => {
  const isPhone = mode === 'phone' || process.env.BODY === 'phone'
  const of = isPhone ? phone : desk
  const backend = process.env.API ?? 'http://127.0.0.1:8080'
  return {
    ...of,
    root: inRoot('.'),
    // The icons lie at `/`, once for both bodies.
    publicDir: !isPhone || command === 'serve' ? 'public' : false,
    define: { 'import.meta.env.VITE_VERSION': JSON.stringify(programVersion(inRoot('.'))) },
    resolve: { alias: leanFiles },
    build: { ...of.build, sourcemap: false, manifest: true, reportCompressedSize: false, chunkSizeWarningLimit: 2000 },
    worker: { format: 'es', plugins: () => [nameplatePack()] },
    server: { host: '127.0.0.1', proxy: { '/api': { target: backend } } },
  }
})
