import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { LabelContent } from '#contract/label/label-content.ts'
import type { LabelDesign } from '#contract/label/label-design.ts'
import { pagesOf, paperOf } from '#contract/label/label-sheet.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { LabelPageSvg } from './label-page-svg.tsx'
import './label.css'

/** A recorded printing as the server answers it. */
export interface PrintContents {
  readonly design: LabelDesign
  readonly contents: readonly LabelContent[]
  readonly hospital: string
  readonly copies: number
  readonly startAt: number
}

/** The logo is loaded before the page is printed; if it cannot be loaded the labels are printed without it. */
async function loaded({ logo }: LabelDesign): Promise<void> {
  if (!logo) return
  const picture = new Image()
  picture.src = fileAddress(logo.id)
  await picture.decode().catch(() => {})
}

/** The labels alone on paper of their size: stands beside the page, shows in print only, and opens the print dialog. */
export function LabelPaper({ of, onDone }: { readonly of: PrintContents; readonly onDone: () => void }): ReactNode {
  const { design, contents, hospital, copies, startAt } = of
  const { width, height } = paperOf(design)
  useEffect(() => {
    let isHere = true
    const done = (): void => {
      if (isHere) onDone()
    }
    window.addEventListener('afterprint', done)
    void loaded(design).then(() => {
      if (isHere) window.print()
    })
    return () => {
      isHere = false
      window.removeEventListener('afterprint', done)
    }
  }, [design, onDone])
  return createPortal(
    <div className="eam-label-paper">
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 } .eam-label-paper > svg { width: ${width}mm; height: ${height}mm }`}</style>
      {[...pagesOf(design, contents.length, { copies, start: startAt })].map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other name than its number
        <LabelPageSvg key={index} design={design} contents={contents} page={page} hospital={hospital} title={String(index + 1)} />
      ))}
    </div>,
    document.body,
  )
}
