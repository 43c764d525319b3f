import { v7 } from 'uuid'
import { addAttachments } from '#contract/calls/asset/device-attach.ts'
import type { Step } from '#contract/kit/entity/machine.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import type { FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { StepSheet } from '#src/kit/widgets/phone/step-sheet.tsx'
import { useWords } from '#src/words/words.ts'
import type { PhoneDevice } from '../public/device.ts'

const { files, attachType, remark } = addAttachments.input

export const filesWords = { zh: '添加照片和资料', en: 'Add photos or documents' } as const

/** What is asked for: the files first, then what they are. */
const photos = {
  ...filesWords,
  input: { files: { ...files, types: ['jpg', 'png', 'webp', 'pdf'], zh: '照片和文件', en: 'Photos and files' }, attachType, remark },
} as const satisfies Pick<Step, 'zh' | 'en' | 'input'>

/** Takes photos of a device or its papers, and documents; this phone keeps them and sends them when it can. */
export function AddFilesSheet({ row, onClose }: { row: PhoneDevice; onClose: () => void }) {
  const { word } = useWords()
  const keep = async ({ body, photos: taken }: Pick<FormBody, 'body' | 'photos'>): Promise<void> => {
    try {
      await write(
        {
          kind: addAttachments.name,
          target: { type: 'device', id: row.id },
          lane: `files:${v7()}`,
          body: { ...body, deviceId: row.id },
        },
        taken,
      )
    } catch (error) {
      soundOf('bad')
      return void notice(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    onClose()
    soundOf('good')
    void notice(word('repair.saved'))
  }
  return <StepSheet step={photos} initial={{ attachType: 'photo' }} onTake={keep} onClose={onClose} />
}
