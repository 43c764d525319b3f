import { MedicineBoxOutlined } from '@ant-design/icons'
import { Image } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly row: Row
  /** Edge length in px. */
  readonly size: number
}

/** The newest photo of a device; without one the way to add it. */
export function DevicePhoto({ row, size }: Props): ReactNode {
  const { word } = useWords()
  const seesFiles = useRight('deviceAttach.list')
  const mayAdd = useRight('deviceAttach.submit')
  const [isBroken, setBroken] = useState(false)
  const photos = useList(deviceAttach, seesFiles ? { deviceId: row.id, attachType: 'photo', current: 1, size: 1 } : undefined)
  const file = photos.data?.records[0]?.files?.[0]
  if (file && !isBroken)
    return (
      <Image
        className="eam-device-photo"
        src={fileAddress(file, 'thumb')}
        preview={{ src: fileAddress(file) }}
        width={size}
        height={size}
        alt={word('device.photo')}
        onError={() => setBroken(true)}
      />
    )
  const none = <MedicineBoxOutlined aria-hidden />
  const box = { className: 'eam-device-photo eam-device-nophoto', style: { width: size, height: size, fontSize: size / 2.6 } }
  return seesFiles && mayAdd ? (
    <Link {...box} to={`/eam/device/${row.id}?tab=files`} aria-label={word('device.noPhoto')} title={word('device.noPhoto')}>
      {none}
    </Link>
  ) : (
    <span {...box}>{none}</span>
  )
}
