import { Image } from 'antd'
import { type ReactNode, useState } from 'react'
import { useWords } from '#src/words/words.ts'
import { fileAddress } from './file-address.ts'
import { FileLink } from './file-link.tsx'

/** A thumbnail that opens large; a file without a thumbnail becomes a link. */
function Thumb({ id, alt, nth }: { readonly id: string; readonly alt: string; readonly nth: number }): ReactNode {
  const [isPicture, setPicture] = useState(true)
  if (isPicture)
    return (
      <Image
        src={fileAddress(id, 'thumb')}
        preview={{ src: fileAddress(id) }}
        width={40}
        height={40}
        alt={alt}
        onError={() => setPicture(false)}
      />
    )
  return <FileLink id={id} nth={nth} />
}

/** Files of a record as thumbnails of 40 by 40 px; pictures open large in one gallery. */
export function Photos({ ids, label }: { readonly ids: readonly string[]; readonly label: string }): ReactNode {
  const { word } = useWords()
  return (
    <Image.PreviewGroup>
      <span className="eam-photos">
        {ids.map((id, index) => (
          <Thumb key={id} id={id} nth={index + 1} alt={word('photo.nthOf', { what: label, n: index + 1 })} />
        ))}
      </span>
    </Image.PreviewGroup>
  )
}
