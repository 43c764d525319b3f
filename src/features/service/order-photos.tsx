import { useSync } from '#src/kit/phone-data.ts'
import { usePhotoUrls } from '#src/kit/phone-photos.ts'
import { useWords } from '#src/words/words.ts'
import './repair-phone.css'

/** Photos of a record: from this phone while it holds them, else from the server. */
export function OrderPhotos({ ids }: { ids: readonly string[] }) {
  const { word } = useWords()
  const { online } = useSync()
  const held = usePhotoUrls(ids)
  if (ids.length === 0 || held === undefined) return null
  const urls = held.length === ids.length ? held : online ? ids.map((id) => `/api/file/${id}`) : []
  if (urls.length === 0) return <p className="ph-quiet">{word('repair.photosWaiting')}</p>
  return (
    <div className="ph-order-photos">
      {urls.map((url, index) => (
        <a key={url} href={url} target="_blank" rel="noreferrer" aria-label={word('photo.nth', { n: index + 1 })}>
          <img src={url} alt="" />
        </a>
      ))}
    </div>
  )
}
