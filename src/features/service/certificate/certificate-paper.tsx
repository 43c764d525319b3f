import { Alert, Form } from 'antd'
import type { ReactNode } from 'react'
import { readCertificate } from '#contract/codes/paper/read-paper.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { sameCode } from '#contract/kit/text/one-writing.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { useFill } from '#src/kit/form/form-part.ts'
import { PaperPart } from '#src/kit/paper/paper-part.tsx'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const { fields } = metrologyRecord
const title = { zh: '识别证书（PDF 或照片）', en: 'Read certificate (PDF or photo)' } as const

/** Reads a certificate for the form of a result, and says when it is that of another device. `record`: where the form does not ask for its device. */
export function CertificatePaper({ record }: { readonly record?: Row | undefined }): ReactNode {
  const { say, language } = useWords()
  const fill = useFill()
  const form = Form.useFormInstance()
  const chosen = Form.useWatch<unknown>('deviceId', form)
  const deviceId = record?.deviceId ?? chosen
  const { data: card } = useDetail(device, typeof deviceId === 'string' ? deviceId : undefined)
  const asksKind = record === undefined
  return (
    <PaperPart
      title={title}
      fill={fill}
      files="certificate"
      factsOf={(lines) =>
        readCertificate(lines).flatMap(({ field, value, certain }) => {
          if (field === 'serial') return [{ label: say(device.fields.sn), value, text: value, certain }]
          const isAsked = field === 'measureKind' || field === 'body' ? asksKind : true
          const of = fields[field]
          return [
            { ...(isAsked ? { input: field } : {}), label: say(of), value, text: textOf(field, of, { [field]: value }, language), certain },
          ]
        })
      }
      note={(lines) => {
        const serial = readCertificate(lines).find(({ field }) => field === 'serial')?.value
        const own = card?.sn
        if (!serial || typeof own !== 'string' || !own || sameCode(serial, own)) return null
        return (
          <Alert
            type="warning"
            showIcon
            role="alert"
            title={say({
              zh: `证书上的出厂编号是 ${serial}，这台设备的序列号是 ${own}，请核对是不是同一台设备`,
              en: `The certificate names serial number ${serial}, this device has ${own}: check that it is the same device`,
            })}
          />
        )
      }}
    />
  )
}
