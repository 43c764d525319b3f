import { FileOutlined } from '@ant-design/icons'
import { Image } from 'antd'
import { type ReactNode, useState } from 'react'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { type ListRow, type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { PdfButton } from '#src/kit/dialog/pdf-button.tsx'
import { fileAddress } from '#src/kit/file-address.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { AddFiles } from './add-files.tsx'
import '../device-page.css'

type Attachment = ListRow<typeof deviceAttach>

/** The photos and documents of a device, and where new ones are dropped. */
export function DeviceFiles({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const mayAdd = useRight('deviceAttach.submit')
  return (
    <div className="eam-device-files">
      {mayAdd && <AddFiles deviceId={row.id} />}
      <Gallery deviceId={row.id} />
      <section aria-label={word('attach.all')}>
        <RelatedRows
          of={deviceAttach}
          columns={['attachName', 'attachType', 'documentNo', 'validUntil', 'keptAt', 'remark']}
          fixed={{ deviceId: row.id }}
          initial={{ deviceId: row.id, deviceName: row.deviceName, attachType: 'other' }}
          extraColumns={() => [
            { key: 'file', title: word('attach.open'), width: 76, render: (_value, one) => <OpenFile of={one as Attachment} /> },
          ]}
        />
      </section>
    </div>
  )
}

function OpenFile({ of }: { readonly of: Attachment }): ReactNode {
  const { word } = useWords()
  const [file] = of.files ?? []
  if (!file) return <span className="eam-none">—</span>
  return (
    <>
      <a
        href={fileAddress(file)}
        target="_blank"
        rel="noreferrer"
        aria-label={`${word('attach.open')} ${of.attachName}`}
        onClick={(event) => event.stopPropagation()}
      >
        <FileOutlined />
      </a>
      <PdfButton id={file} />
    </>
  )
}

function Gallery({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { word } = useWords()
  const photos = useList(deviceAttach, { deviceId, attachType: 'photo,nameplate', current: 1, size: 30 })
  const shown = photos.data?.records.filter(({ files }) => files?.[0]) ?? []
  if (shown.length === 0) return null
  return (
    <section aria-label={word('attach.photos')}>
      <Image.PreviewGroup>
        <ul className="eam-gallery">
          {shown.map((one) => (
            <Photo key={one.id} of={one} />
          ))}
        </ul>
      </Image.PreviewGroup>
    </section>
  )
}

function Photo({ of }: { readonly of: Attachment }): ReactNode {
  const { language } = useWords()
  const [isBroken, setBroken] = useState(false)
  const file = of.files![0]!
  return (
    <li>
      {isBroken ? (
        <a
          href={fileAddress(file)}
          className="eam-device-photo eam-device-nophoto"
          target="_blank"
          rel="noreferrer"
          aria-label={of.attachName}
        >
          <FileOutlined />
        </a>
      ) : (
        <Image
          src={fileAddress(file, 'thumb')}
          preview={{ src: fileAddress(file) }}
          alt={of.attachName}
          width={132}
          height={100}
          onError={() => setBroken(true)}
        />
      )}
      <span title={of.attachName}>{of.attachName}</span>
      <small>{dayText(homeDay(new Date(String(of.createTime))), language)}</small>
    </li>
  )
}
