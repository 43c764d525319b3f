import type { Words } from './kit/words.ts'

/** Devices of one kind that are free in one department. */
export interface FreeInDept {
  readonly deptName: string
  readonly free: number
}

/** The free devices of one kind by department, in one sentence; departments with most devices come first. */
export function availabilitySentence(name: string, depts: readonly FreeInDept[]): Words {
  const open = depts
    .filter(({ free }) => free > 0)
    .sort((a, b) => b.free - a.free || (a.deptName < b.deptName ? -1 : a.deptName > b.deptName ? 1 : 0))
  const all = open.reduce((sum, { free }) => sum + free, 0)
  if (all === 0) return { zh: `${name}暂无空闲`, en: `${name}: none free` }
  const places = open.map(({ deptName, free }) => `${deptName} ${free}`)
  return { zh: `${name}空闲 ${all} 台：${places.join('，')}`, en: `${name}: ${all} free (${places.join(', ')})` }
}
