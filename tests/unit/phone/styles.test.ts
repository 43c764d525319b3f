import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stylesFirst } from '../../../scripts/vite/boot-script.ts'

test('a page asks for its styles, in their order, before its program and the parts of it', () => {
  const page = [
    '<head>',
    '    <title>t</title>',
    '    <script type="module" crossorigin src="/m/assets/phone.js"></script>',
    '    <link rel="modulepreload" crossorigin href="/m/assets/react.js">',
    '    <link rel="stylesheet" crossorigin href="/m/assets/one.css">',
    '    <link rel="stylesheet" crossorigin href="/m/assets/two.css">',
    '  <link rel="manifest" href="/m/manifest.webmanifest"></head>',
  ].join('\n')
  const { handler } = stylesFirst().transformIndexHtml as unknown as { handler: (html: string) => string }
  const names = [...handler(page).matchAll(/(?:src|href)="\/m\/(?:assets\/)?([^"]+)"/g)].map(([, name]) => name)
  expect(names).toEqual(['one.css', 'two.css', 'phone.js', 'react.js', 'manifest.webmanifest'])
})

const filesOf = (end: string): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => `src/${file}`)

/** The module of a file, or the kit for everything that all pages may use. */
const ownerOf = (file: string): string => /^src\/features\/(\w+)\//.exec(file)?.[1] ?? 'kit'

test('a class of the phone that a module uses stands in a style sheet of the module or of the kit', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of filesOf('.css'))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/\.(ph-[\w-]+)/g))
      owners.set(name, (owners.get(name) ?? new Set()).add(ownerOf(file)))
  // A page that is opened first has loaded no style sheet of another module.
  const lost = filesOf('.tsx').flatMap((file) => {
    const names = new Set(readFileSync(file, 'utf8').match(/\bph-[a-z][\w-]*/g))
    return [...names]
      .filter((name) => {
        const known = owners.get(name)
        return known && !known.has('kit') && !known.has(ownerOf(file))
      })
      .map((name) => `${file}: ${name}`)
  })
  expect(lost).toEqual([])
})
