/** People who may be called: they repair. */
export const callable = { to: 'user', options: '/eam/eventtyperepair/engineers' } as const
