import { middleOf } from '#contract/entities/place/outline.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { countIn, type DrawnRoom } from './public/plan-draft.ts'

async function pictureAt(address: string): Promise<HTMLImageElement> {
  const image = Object.assign(new Image(), { src: address })
  await image.decode()
  return image
}

/** The plan as a picture with the names and counts of its rooms. Rejects, with an error of the browser, when the picture cannot be loaded or drawn. */
export async function planPng(picture: string, drawn: readonly DrawnRoom[]): Promise<Blob> {
  const image = await pictureAt(fileAddress(picture))
  const { naturalWidth: width, naturalHeight: height } = image
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const on = canvas.getContext('2d')!
  const size = Math.max(12, Math.round(width / 70))
  on.fillStyle = '#fff'
  on.fillRect(0, 0, width, height)
  on.drawImage(image, 0, 0)
  Object.assign(on, { font: `${size}px sans-serif`, textAlign: 'center', textBaseline: 'middle', lineWidth: size / 8 })
  for (const { room, points } of drawn) {
    on.beginPath()
    for (const { x, y } of points) on.lineTo(x * width, y * height)
    on.closePath()
    Object.assign(on, { fillStyle: '#0958d922', strokeStyle: '#0958d9' })
    on.fill()
    on.stroke()
    const { x, y } = middleOf(points)
    on.fillStyle = '#000'
    on.fillText([room.name, countIn(room)].filter((part) => part !== undefined).join(' · '), x * width, y * height)
  }
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'))
}
