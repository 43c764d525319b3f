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
