import { FileOutlined } from '@ant-design/icons'
import { Image } from 'antd'
import { type ReactNode, useState } from 'react'
import { useWords } from '#src/words/words.ts'
import { fileAddress } from './file-address.ts'

/** One file: a small picture that opens large, or what has none, to be opened by itself. */
function Thumb({ id, alt, nth }: { readonly id: string; readonly alt: string; readonly nth: number }): ReactNode {
  const { word } = useWords()
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
  return (
    <a className="eam-file" href={fileAddress(id)} aria-label={word('file.open', { n: nth })}>
      <FileOutlined />
    </a>
  )
}

/** Files of a record as thumbnails of 40 by 40; pictures open large, one after the other. */
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
