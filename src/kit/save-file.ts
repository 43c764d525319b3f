import type { Download } from '#src/data/client.ts'

/** Saves a fetched file through the browser's downloads. */
export function saveFile({ blob, name }: Download): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
