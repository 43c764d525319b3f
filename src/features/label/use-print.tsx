import { App } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { labelContents, labelPdf, labelPdfStart, labelPrintStart, labelZpl, type printerDots } from '#contract/calls/label/label.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { mostDirectLabels } from '#contract/kit/sheets/job.ts'
import { ApiError } from '#src/data/api-error.ts'
import { download, invoke } from '#src/data/client.ts'
import { saveFile } from '#src/kit/save-file.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import type { PrintContents } from './label-paper.tsx'
import { ReasonInput } from './reason-input.tsx'

/** `zpl-203`: for a label printer of so many dots in an inch. */
export type Output = 'browser' | 'pdf' | `zpl-${keyof typeof printerDots}`

/** The way of printing as it is recorded. */
const recordedAs = (output: Output): string => output.split('-')[0]!

interface Started {
  readonly id: string
  readonly labels: number
}

const needsReason = (thrown: unknown): boolean =>
  thrown instanceof ApiError && typeof thrown.data === 'object' && thrown.data !== null && 'reprints' in thrown.data

/** The request as text, without the reason of a reprint. */
const textOf = (output: Output, body: object): string => JSON.stringify({ ...body, output, reason: undefined })

/** Records a printing, asks for the reason of a reprint, and then prints or downloads. `body`: what is printed, as the call takes it. */
export function usePrint(onRecorded: () => void) {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const [isBusy, setBusy] = useState(false)
  const [paper, setPaper] = useState<PrintContents>()
  // A repeat after a broken connection is the same printing.
  const sent = useRef({ text: '', key: '' })

  // Recorded, but the answer was lost: repeated, it is the same printing and no reprint.
  const open = useRef({ text: '', id: '', labels: 0 })

  const record = async (body: object): Promise<Started> => {
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: v7() }
    const started = await invoke(labelPrintStart, { body, headers: { 'Idempotency-Key': sent.current.key } })
    sent.current = { text: '', key: '' }
    return started
  }

  const run = async (output: Output, body: object): Promise<void> => {
    setBusy(true)
    try {
      const text = textOf(output, body)
      if (open.current.text !== text) {
        const { id, labels } = await record({ ...body, output: recordedAs(output) })
        open.current = { text, id, labels }
        onRecorded()
      }
      const { id, labels } = open.current
      if (output === 'pdf' && labels > mostDirectLabels) {
        await invoke(labelPdfStart, { body: { id } })
        notice.done(word('jobs.inBackground'))
      } else if (output === 'pdf') saveFile(await download(pathsOf(labelPdf)[0]!, { id }, `${word('label.print')}.pdf`))
      else if (output.startsWith('zpl-'))
        saveFile(await download(pathsOf(labelZpl)[0]!, { id, dpi: output.slice(4) }, `${word('label.print')}.zpl`))
      else setPaper(await invoke(labelContents, { query: { id } }))
      open.current = { text: '', id: '', labels: 0 }
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === 404) open.current = { text: '', id: '', labels: 0 }
      if (needsReason(thrown)) ask(output, body)
      else notice.failed(thrown)
    } finally {
      setBusy(false)
    }
  }

  const ask = (output: Output, body: object): void => {
    let reason = ''
    modal.confirm({
      title: word('label.reason'),
      content: (
        <ReasonInput
          onChange={(next) => {
            reason = next
          }}
        />
      ),
      okText: word(output === 'browser' ? 'label.toPrint' : output === 'pdf' ? 'label.pdf' : 'label.zpl'),
      onOk: () => {
        if (reason) {
          void run(output, { ...body, reason })
          return
        }
        notice.warn(word('label.reasonNeeded'))
        return Promise.reject(new Error('no reason'))
      },
    })
  }

  const done = useCallback(() => setPaper(undefined), [])
  return {
    isBusy,
    paper,
    done,
    /** `printed`: how many of the rows have labels already. */
    start: (output: Output, body: object, printed: number): void => {
      if (printed > 0 && open.current.text !== textOf(output, body)) ask(output, body)
      else void run(output, body)
    },
  }
}
