import { useState } from 'react'
import { Icon } from '#src/kit/phone/icons.tsx'
import type { KeptFile } from '#src/kit/phone/store/kept-files.ts'
import './kept-file.css'

/** A file stored on this phone: a picture, or an icon with the name. */
export function KeptFileView({ of, alt }: { of: KeptFile; alt: string }) {
  const [isBroken, setBroken] = useState(false)
  if (of.isPicture && !isBroken) return <img src={of.url} alt={alt} onError={() => setBroken(true)} />
  return (
    <span className="ph-document">
      <Icon>
        <path d="M6.5 3.5h7l4 4v13h-11zM13.5 3.5v4h4M9.5 12.5h5M9.5 16h5" />
      </Icon>
      <small>{of.name}</small>
    </span>
  )
}
