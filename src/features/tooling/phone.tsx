import type { PhoneModule } from '#src/kit/phone/module.ts'
import { loadQueueFacts } from '#src/kit/phone/queue-facts.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'

export const toolingPhone: PhoneModule = {
  name: 'tooling',
  screens: [
    {
      path: '/queue',
      // The page names records with the texts that the modules provide.
      Screen: later(async () => {
        const [part] = await Promise.all([import('./queue/queue-phone.tsx'), loadQueueFacts()])
        return part.QueuePhone
      }),
    },
  ],
}
