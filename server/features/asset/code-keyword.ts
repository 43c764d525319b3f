import { plateOf } from '#contract/codes/plate-code.ts'
import { readCode } from '#contract/codes/scanned-code.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { readsCodes } from '#server/kit/read/code-keyword.ts'
import { probeValues } from './code-search.ts'
import { codeProbes } from './public.ts'

// The text of a label or of a maker's plate in the keyword of a list; plates are read by the fields that the hospital shows.
readsCodes(device, ({ fields }, typed) => {
  const isPlate = plateOf(typed) !== undefined && 'sn' in fields && 'udiDi' in fields && 'udiPi' in fields
  if (!isPlate && !readCode(typed).token) return undefined
  return (tenant, into) => {
    const [text, key, serial, gtins] = probeValues(typed).map((value) => into.add(value)) as [string, string, string, string]
    return `select f.id from (${codeProbes(tenant, text, key, serial, gtins, 'true')}) f`
  }
})
