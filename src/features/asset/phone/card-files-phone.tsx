import { useState } from 'react'
import { attachKinds } from '#contract/entities/asset/parts/attach-kinds.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { Icon, icons } from '#src/kit/phone/icons.tsx'
import { useKeptFiles } from '#src/kit/phone/store/kept-files.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { KeptFileView } from '#src/kit/widgets/phone/kept-file.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { type CardFile, useCardFiles, useWaitingFiles } from '../card-files.ts'

const words = {
  none: { zh: '暂无照片和资料', en: 'No photos or documents yet' },
  offline: { zh: '联网后可查看资料', en: 'Documents are shown when you are online' },
  waiting: { zh: '待发送', en: 'To send' },
} as const

/** The photos and documents of a card: those that wait on this phone first, then the server's. */
export function CardFiles({ id }: { id: string }) {
  const { say, word } = useWords()
  const { online } = useSync()
  const waiting = useKeptFiles(useWaitingFiles(id)) ?? []
  const files = useCardFiles(id)
  if (waiting.length === 0 && !files?.length) return <p className="ph-quiet">{say(files || online ? words.none : words.offline)}</p>
  return (
    <ul className="ph-files">
      {waiting.map((file, index) => (
        <li key={file.id}>
          <KeptFileView of={file} alt={word('photo.nth', { n: index + 1 })} />
          <ToneTag tone="warn">{say(words.waiting)}</ToneTag>
        </li>
      ))}
      {(files ?? []).map((file) => (
        <FileTile key={file.id} of={file} />
      ))}
    </ul>
  )
}

function FileTile({ of }: { of: CardFile }) {
  const { say } = useWords()
  const [isPicture, setPicture] = useState(true)
  const file = of.files?.[0]
  const kind = say(attachKinds[of.attachType ?? 'other'])
  return (
    <li>
      {file ? (
        <a href={fileAddress(file)} target="_blank" rel="noreferrer" aria-label={`${kind} ${of.attachName}`}>
          {isPicture ? <img src={fileAddress(file, 'thumb')} alt="" onError={() => setPicture(false)} /> : <Icon>{icons.picture}</Icon>}
        </a>
      ) : null}
      <span>{kind}</span>
      <small className="ph-quiet">{of.attachName}</small>
    </li>
  )
}
