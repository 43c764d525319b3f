import type { ReactNode } from 'react'
import { readInvoice } from '#contract/codes/paper/read-paper.ts'
import { invoiceCharge, invoiceHead } from '#contract/entities/supply/invoices/invoice-shape.ts'
import type { FormPart } from '#src/kit/form/form-part.ts'
import { PaperPart } from '#src/kit/paper/paper-part.tsx'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const fields = { invoiceNo: invoiceHead.invoiceNo, ...invoiceCharge } as const
const title = { zh: '识别发票（PDF 或照片）', en: 'Read invoice (PDF or photo)' } as const

/** Above the fields of an invoice: reads its file, and offers number, date, amount and tax. */
export function InvoicePaper({ fill, fields: shown }: FormPart): ReactNode {
  const { say, language } = useWords()
  return (
    <PaperPart
      title={title}
      fill={fill}
      files={shown.files && 'files'}
      factsOf={(lines) =>
        readInvoice(lines).flatMap(({ field, value, certain }) => {
          const of = shown[field]
          return of
            ? [{ input: field, label: say(of), value, text: textOf(field, fields[field], { [field]: value }, language), certain }]
            : []
        })
      }
    />
  )
}
