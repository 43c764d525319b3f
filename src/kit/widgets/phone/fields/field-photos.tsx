import { type ChangeEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { IdsField } from '#contract/kit/fields/field.ts'
import { fileTypes, mimesOf } from '#contract/kit/fields/file-types.ts'
import type { Words } from '#contract/kit/words.ts'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { preparing } from '#src/kit/phone/store/photo-work.ts'
import { keepDocument, shrinkPhoto } from '#src/kit/phone/store/photos.ts'
import { useWords } from '#src/words/words.ts'
import { FieldBox } from './field-box.tsx'
import type { ControlProps } from './field-control.ts'
import { fieldWords } from './field-words.ts'

/** Object URLs of photos that are not stored yet. */
function useUrls(photos: readonly Photo[]): string[] {
  const urls = useMemo(() => photos.map(({ bytes, type }) => URL.createObjectURL(new Blob([bytes], { type }))), [photos])
  useEffect(() => () => urls.forEach(URL.revokeObjectURL), [urls])
  return urls
}

const none: readonly Photo[] = []
const choose: Words = { zh: '文件', en: 'File' }
const mostMb = FILE_MAX_BYTES / 1024 / 1024
const refused: Words = { zh: `有文件大于 ${mostMb} MB，没有添加`, en: `A file is larger than ${mostMb} MB and was not added` }

/** MIME types of the documents that a field accepts; without such types it takes only photos. */
const documentsOf = ({ types = [] }: IdsField): readonly string[] => mimesOf(types).filter((type) => !type.startsWith('image/'))

/** Adds a missing MIME type by the file's extension: some file managers provide none. */
function typed(file: File): File {
  const type = Object.entries(fileTypes).find(([ending]) => file.name.toLowerCase().endsWith(`.${ending}`))?.[1]
  return file.type || !type ? file : new File([file], file.name, { type })
}

/** Photos taken or chosen, resized on this phone; documents, where the field accepts them, stay unchanged. */
export function PhotosControl({ field, value = none, onChange, problem }: ControlProps<IdsField, readonly Photo[]>) {
  const { word, say } = useWords()
  const [busy, setBusy] = useState(0)
  const [failed, setFailed] = useState<string>()
  const urls = useUrls(value)
  const most = field.max ?? 9
  const latest = useRef(value)
  latest.current = value

  const documents = documentsOf(field)
  const isDocument = (file: File): boolean => documents.includes(file.type)
  const prepared = (file: File): Promise<Photo | undefined> =>
    (isDocument(file) ? keepDocument(file) : shrinkPhoto(file)).catch(() => undefined)

  const add = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(event.target.files ?? [])].slice(0, most - value.length).map(typed)
    // Allows choosing the same photo again.
    event.target.value = ''
    setFailed(undefined)
    setBusy((before) => before + files.length)
    const made = await preparing(files.length, Promise.all(files.map(prepared)))
    setBusy((before) => before - files.length)
    const good = made.filter((photo) => photo !== undefined)
    const [lost] = files.filter((_, index) => !made[index])
    setFailed(lost && (isDocument(lost) ? say(refused) : word('photo.unreadable')))
    // The value may have changed during preparation.
    if (good.length > 0) onChange([...latest.current, ...good].slice(0, most))
  }

  return (
    <FieldBox label={field} isRequired={field.required} problem={problem ?? failed}>
      <span className="ph-photos">
        {value.map((photo, index) => (
          <span key={photo.id} className="ph-photo">
            {documents.includes(photo.type) ? (
              <span className="ph-photo-name">{photo.name}</span>
            ) : (
              <img src={urls[index]} alt={word('photo.nth', { n: index + 1 })} />
            )}
            <button
              type="button"
              onClick={() => onChange(value.filter((one) => one.id !== photo.id))}
              aria-label={word('photo.remove', { n: index + 1 })}
            >
              {icons.clear}
            </button>
          </span>
        ))}
        {value.length < most ? (
          <>
            <PhotoSource label={say(fieldWords.take)} isCamera onAdd={add} />
            <PhotoSource label={say(fieldWords.choose)} onAdd={add} />
            {documents.length > 0 ? <PhotoSource label={say(choose)} accept={documents.join()} onAdd={add} /> : null}
          </>
        ) : null}
      </span>
      <span role="status" className="ph-quiet">
        {busy > 0 ? say(fieldWords.working) : ''}
      </span>
    </FieldBox>
  )
}

interface SourceProps {
  readonly label: string
  readonly isCamera?: boolean
  /** Accepted MIME types. */
  readonly accept?: string
  readonly onAdd: (event: ChangeEvent<HTMLInputElement>) => Promise<void>
}

function PhotoSource({ label, isCamera = false, accept = 'image/*', onAdd }: SourceProps) {
  return (
    <label className="ph-photo-add">
      {isCamera ? icons.camera : icons.picture}
      <span>{label}</span>
      <input
        type="file"
        accept={accept}
        className="ph-hidden"
        {...(isCamera ? { capture: 'environment' as const } : { multiple: true })}
        onChange={(event) => void onAdd(event)}
      />
    </label>
  )
}
