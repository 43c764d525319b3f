import { type ChangeEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { IdsField } from '#contract/kit/field.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { preparing } from '#src/kit/phone/photo-work.ts'
import { shrinkPhoto } from '#src/kit/phone/photos.ts'
import { useWords } from '#src/words/words.ts'
import { FieldBox } from './field-box.tsx'
import type { ControlProps } from './field-control.ts'

/** Addresses of photos that are not stored yet. */
function useUrls(photos: readonly Photo[]): string[] {
  const urls = useMemo(() => photos.map(({ bytes, type }) => URL.createObjectURL(new Blob([bytes], { type }))), [photos])
  useEffect(() => () => urls.forEach(URL.revokeObjectURL), [urls])
  return urls
}

const none: readonly Photo[] = []

/** Photos taken now or chosen, resized on this phone. */
export function PhotosControl({ field, value = none, onChange, problem }: ControlProps<IdsField, readonly Photo[]>) {
  const { word } = useWords()
  const [busy, setBusy] = useState(0)
  const [failed, setFailed] = useState(false)
  const urls = useUrls(value)
  const most = field.max ?? 9
  const latest = useRef(value)
  latest.current = value

  const add = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(event.target.files ?? [])].slice(0, most - value.length)
    // The same photo may be chosen again.
    event.target.value = ''
    setFailed(false)
    setBusy((before) => before + files.length)
    const made = await preparing(files.length, Promise.all(files.map((file) => shrinkPhoto(file).catch(() => undefined))))
    setBusy((before) => before - files.length)
    const good = made.filter((photo) => photo !== undefined)
    setFailed(good.length < files.length)
    // Others may have been added or removed meanwhile.
    if (good.length > 0) onChange([...latest.current, ...good].slice(0, most))
  }

  return (
    <FieldBox label={field} isRequired={field.required} problem={problem ?? (failed ? word('photo.unreadable') : undefined)}>
      <span className="ph-photos">
        {value.map((photo, index) => (
          <span key={photo.id} className="ph-photo">
            <img src={urls[index]} alt={word('photo.nth', { n: index + 1 })} />
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
            <PhotoSource label={word('photo.take')} isCamera onAdd={add} />
            <PhotoSource label={word('photo.choose')} onAdd={add} />
          </>
        ) : null}
      </span>
      <span role="status" className="ph-quiet">
        {busy > 0 ? word('photo.working') : ''}
      </span>
    </FieldBox>
  )
}

interface SourceProps {
  readonly label: string
  readonly isCamera?: boolean
  readonly onAdd: (event: ChangeEvent<HTMLInputElement>) => Promise<void>
}

function PhotoSource({ label, isCamera = false, onAdd }: SourceProps) {
  return (
    <label className="ph-photo-add">
      {isCamera ? icons.camera : icons.picture}
      <span>{label}</span>
      <input
        type="file"
        accept="image/*"
        className="ph-hidden"
        {...(isCamera ? { capture: 'environment' as const } : { multiple: true })}
        onChange={(event) => void onAdd(event)}
      />
    </label>
  )
}
