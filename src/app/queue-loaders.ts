/// <reference path="../virtual.d.ts" />
import { giveQueueFacts } from '#src/kit/phone/queue-facts.ts'

giveQueueFacts(() => import('virtual:queued-facts'))
