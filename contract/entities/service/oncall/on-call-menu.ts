import type { MenuItem } from '../../../kit/module.ts'

/** Rotas beside teams; shifts are found in their rotas. */
export const onCallMenu = [
  {
    code: 'onCallRota',
    zh: '值班表',
    en: 'On-call rotas',
    path: '/eam/on-call-rota',
    icon: 'list',
    entity: 'onCallRota',
    also: ['onCallShift'],
  },
  {
    code: 'onCallShift',
    zh: '值班班次',
    en: 'On-call shifts',
    path: '/eam/on-call-shift',
    icon: 'list',
    entity: 'onCallShift',
    isSearchOnly: true,
  },
] as const satisfies readonly MenuItem[]
