import { expect, test } from 'vitest'
import { designOf, labelPresets } from '#contract/label/label-design.ts'
import type { RecordedPrint } from '#server/features/label/recorded-print.ts'
import { renderedPdf } from '#server/features/label/rendered-pdf.ts'
import { readPdf } from '#tests/harness/pdf.ts'

const print: RecordedPrint = {
  templateName: '60×40',
  hospital: '某市第一人民医院',
  copies: 1,
  startAt: 1,
  design: designOf(labelPresets['60x40'].values, 'device'),
  contents: [{ id: '1', code: 'https://eam.example.org/m/c/0123456789ab', title: '𠮷野家心电图机100×50', lines: [] }],
  logo: undefined,
}

test('the queue of the drawing thread is limited, and one more printing is answered with busy', async () => {
  const all = await Promise.allSettled(Array.from({ length: 22 }, () => renderedPdf(print, undefined)))
  expect(all.map((one) => one.status)).toEqual([...Array(20).fill('fulfilled'), 'rejected', 'rejected'])
  expect(all[20]).toMatchObject({ reason: { code: 'busy' } })
  // The queue is empty again.
  const { pages } = readPdf(await renderedPdf(print, undefined))
  expect(pages[0]?.text.replaceAll('\n', '')).toContain('〓野家心电图机100×50')
})

test('a printing whose request was aborted is not drawn', async () => {
  const left = new AbortController()
  left.abort()
  await expect(renderedPdf(print, undefined, left.signal)).rejects.toMatchObject({ code: 'busy' })
})
