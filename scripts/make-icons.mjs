// Draws the icons of the app from the shapes below: node scripts/make-icons.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { chromiumFlags, findChromium } from './find-chromium.mjs'

const mark = (scale) => `
  <g transform="translate(32 32) scale(${scale}) translate(-32 -32)">
    <path d="M14 18a7 7 0 0 1 7-7h22a7 7 0 0 1 7 7v17c0 10-9 15-18 18-9-3-18-8-18-18z" fill="#fff"/>
    <path d="M18 32h7l4-9 6 16 4-7h7" fill="none" stroke="#0b5cad" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
  </g>`
const drawing = ({ radius, scale }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="#0b5cad"/>${mark(scale)}</svg>`

const icons = [
  { name: 'app-192', size: 192, radius: 14, scale: 0.86 },
  { name: 'app-512', size: 512, radius: 14, scale: 0.86 },
  // A launcher crops a maskable icon to its own shape: the content stays within the inner four fifths.
  { name: 'app-maskable-512', size: 512, radius: 0, scale: 0.68 },
  { name: 'apple-touch-180', size: 180, radius: 0, scale: 0.8 },
]

mkdirSync('public/icons', { recursive: true })
writeFileSync('public/favicon.svg', `${drawing({ radius: 14, scale: 0.9 })}\n`)
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })
const page = await browser.newPage()
for (const { name, size, ...shape } of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing(shape)}`)
  await page.screenshot({ path: `public/icons/${name}.png`, omitBackground: true })
}
await browser.close()
