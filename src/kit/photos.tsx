import { Image } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'

/** The address of a stored file; served to whoever may see the record it hangs on. */
export const fileAddress = (id: string): string => `/api/file/${id}`

/** Pictures of a record as thumbnails of 40 by 40 that open large, one after the other. */
export function Photos({ ids, label }: { readonly ids: readonly string[]; readonly label: string }): ReactNode {
  const { word } = useWords()
  return (
    <Image.PreviewGroup>
      <span className="eam-photos">
        {ids.map((id, index) => (
          <Image key={id} src={fileAddress(id)} width={40} height={40} alt={word('photo.nthOf', { what: label, n: index + 1 })} />
        ))}
      </span>
    </Image.PreviewGroup>
  )
}
