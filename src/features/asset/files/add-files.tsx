import { InboxOutlined } from '@ant-design/icons'
import { Progress, Select, Upload } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { addAttachments } from '#contract/calls/asset/device-attach.ts'
import { type AttachKind, attachKinds } from '#contract/entities/asset/parts/attach-kinds.ts'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import { useAction } from '#src/data/hooks.ts'
import { uploadFile } from '#src/data/upload.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

const mostMb = FILE_MAX_BYTES / 1024 / 1024
const accepted = 'image/jpeg,image/png,image/gif,image/webp,image/heic,application/pdf,.docx,.xlsx'

/** Files are dropped or chosen, sent part by part, and added to the device as they come. */
export function AddFiles({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const add = useAction(addAttachments)
  const labelId = useId()
  const [kind, setKind] = useState<AttachKind>('photo')
  const [sending, setSending] = useState<ReadonlyMap<string, number>>(new Map())
  const show = (name: string, share: number | undefined): void =>
    setSending((now) => {
      const next = new Map(now)
      if (share === undefined) next.delete(name)
      else next.set(name, share)
      return next
    })
  const send = async (file: File): Promise<void> => {
    if (file.size > FILE_MAX_BYTES) {
      notice.warn(word('file.tooLarge', { name: file.name, mb: mostMb }))
      return
    }
    show(file.name, 0)
    try {
      const id = await uploadFile(file, (share) => show(file.name, share))
      await add.mutateAsync({ body: { deviceId, attachType: kind, files: [id] } })
      notice.done(word('attach.added', { count: 1 }))
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      show(file.name, undefined)
    }
  }
  return (
    <div className="eam-add-files">
      <div className="eam-toolbar">
        <span id={labelId} className="eam-hint">
          {word('attach.kind')}
        </span>
        <Select<AttachKind>
          aria-labelledby={labelId}
          value={kind}
          onChange={setKind}
          popupMatchSelectWidth={false}
          options={Object.entries(attachKinds).map(([value, words]) => ({ value: value as AttachKind, label: say(words) }))}
        />
      </div>
      <Upload.Dragger
        multiple
        accept={accepted}
        showUploadList={false}
        customRequest={({ file }) => {
          if (file instanceof File) void send(file)
        }}
      >
        <p className="eam-add-icon">
          <InboxOutlined aria-hidden />
        </p>
        <p>{word('attach.drop')}</p>
        <p className="eam-hint">{word('attach.rule', { mb: mostMb })}</p>
      </Upload.Dragger>
      {[...sending].map(([name, share]) => (
        <div key={name} role="status">
          {word('attach.sending', { name })}
          <Progress percent={Math.round(share * 100)} size="small" aria-label={name} />
        </div>
      ))}
    </div>
  )
}
