import { json } from '../fields/field.ts'

/** The warnings that a person has confirmed, by name; an input of acts that an unconfirmed warning blocks. */
export const confirmedWarnings = json({ zh: '已确认的提醒', en: 'Confirmed warnings' })

/** Whether the input of an act confirms a warning. */
export const isConfirmed = (confirmed: unknown, warning: string): boolean => Array.isArray(confirmed) && confirmed.includes(warning)
