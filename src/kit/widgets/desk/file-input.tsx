import { FileOutlined, LoadingOutlined, PlusOutlined } from '@ant-design/icons'
import { Upload } from 'antd'
import { useRef, useState } from 'react'
import { type FileType, mimesOf, onlyTypes } from '#contract/kit/fields/file-types.ts'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import { uploadFile } from '#src/data/upload.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly id?: string
  readonly value?: readonly string[] | null
  readonly onChange?: (value: readonly string[]) => void
  readonly disabled?: boolean
  /** Maximum number of files; 9 when absent. */
  readonly most?: number
  /** Accepted file types; all supported types when absent. */
  readonly types?: readonly FileType[]
}

interface Sending {
  readonly uid: string
  readonly name: string
  readonly percent: number
}

const mostMb = FILE_MAX_BYTES / 1024 / 1024
const accepted = 'image/jpeg,image/png,image/gif,image/webp,image/heic,application/pdf,.docx,.xlsx'

/** The thumbnail of an uploaded file; an icon if there is none. */
function Small({ id, name }: { readonly id: string; readonly name: string }) {
  const [isPicture, setPicture] = useState(true)
  return isPicture ? (
    <img src={fileAddress(id, 'thumb')} alt={name} onError={() => setPicture(false)} />
  ) : (
    <FileOutlined aria-label={name} />
  )
}

/** Photos and files of a record, uploaded at once and attached when the record is saved. */
export function FileInput({ id, value, onChange, disabled, most = 9, types }: Props) {
  const { word, say } = useWords()
  const notice = useNotice()
  const [sending, setSending] = useState<readonly Sending[]>([])
  // Several uploads may finish before the form has rendered the first.
  const ids = useRef<readonly string[]>([])
  ids.current = value ?? []
  // Files chosen together are sent before the form has rendered the first.
  const underWay = useRef(0)
  const change = (next: readonly string[]): void => {
    ids.current = next
    onChange?.(next)
  }
  const send = async (uid: string, file: File): Promise<void> => {
    if (types && !mimesOf(types).includes(file.type)) {
      notice.warn(say(onlyTypes(types)))
      return
    }
    if (file.size > FILE_MAX_BYTES) {
      notice.warn(word('file.tooLarge', { name: file.name, mb: mostMb }))
      return
    }
    if (ids.current.length + underWay.current >= most) {
      notice.warn(word('file.tooMany', { most }))
      return
    }
    underWay.current += 1
    setSending((now) => [...now, { uid, name: file.name, percent: 0 }])
    try {
      const show = (share: number): void =>
        setSending((now) => now.map((one) => (one.uid === uid ? { ...one, percent: Math.round(share * 100) } : one)))
      const sent = await uploadFile(file, show)
      change([...ids.current, sent])
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      underWay.current -= 1
      setSending((now) => now.filter((one) => one.uid !== uid))
    }
  }
  const shown = ids.current.map((one, index) => ({
    uid: one,
    name: word('file.open', { n: index + 1 }),
    status: 'done' as const,
    url: fileAddress(one),
  }))
  return (
    <Upload
      id={id}
      listType="picture-card"
      multiple={most > 1}
      accept={types ? mimesOf(types).join() : accepted}
      disabled={disabled}
      fileList={[...shown, ...sending.map((one) => ({ ...one, status: 'uploading' as const }))]}
      customRequest={({ file }) => {
        if (file instanceof File) void send((file as File & { uid?: string }).uid ?? file.name, file)
      }}
      isImageUrl={() => false}
      iconRender={({ uid, name, status }) => (status === 'uploading' ? <LoadingOutlined /> : <Small id={uid} name={name} />)}
      onRemove={({ uid }) => {
        change(ids.current.filter((one) => one !== uid))
        return false
      }}
    >
      {shown.length + sending.length < most && !disabled ? (
        <button type="button" className="eam-file-add">
          <PlusOutlined />
          <span>{word('file.add')}</span>
        </button>
      ) : null}
    </Upload>
  )
}
