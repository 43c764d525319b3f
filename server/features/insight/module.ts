import * as daily from '#contract/calls/insight/daily.ts'
import { deviceTips, deviceTipsCount } from '#contract/calls/insight/device-tips.ts'
import { dueDays, dueFeed, dueFeedEnd, dueFeedMake } from '#contract/calls/insight/due.ts'
import * as calls from '#contract/calls/insight/home.ts'
import { noticeReport } from '#contract/entities/insight/notice-report.ts'
import { refuseOtherTenant } from '#server/kit/access/other-tenant.ts'
import { answer } from '#server/kit/family.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { read } from '#server/kit/refuse.ts'
import { areaViewAnswers } from './area-view.ts'
import { benefitAnswers } from './benefit/benefit-answers.ts'
import { demoBenefit } from './benefit/demo-benefit.ts'
import { incomeCheck } from './benefit/income-check.ts'
import { boardAnswers } from './board-answers.ts'
import { managersOfDepts } from './dept-managers.ts'
import { daysByDept, daysOfAll, oneDay } from './device-days.ts'
import { tipsCount, tipsOf } from './device-tips.ts'
import { devicesOfToday } from './devices-today.ts'
import { endFeed, feedOf, makeFeed } from './due-feed.ts'
import { daysOfDue } from './due-things.ts'
import { homeReaders } from './home-figures.ts'
import { readLayout, saveLayout } from './home-layout.ts'
import { demoBoard } from './own-board/demo-board.ts'
import { ownBoardAnswers } from './own-board/own-board.ts'
import { placeMapAnswers } from './place-map.ts'
import { qualityByDay, qualityDevicePage } from './quality-days.ts'
import './benefit/income-hooks.ts'
import { replacementAnswers } from './replacement/replacement-answers.ts'
import './replacement/rule-hooks.ts'
import { demoReports } from './week-report/demo-reports.ts'
import { weekReportAnswers, weekReports } from './week-report/week-report.ts'

export const insightServer: ServerModule = {
  name: 'insight',
  answers: [
    ...boardAnswers,
    ...areaViewAnswers,
    ...placeMapAnswers,
    ...weekReportAnswers,
    ...replacementAnswers,
    ...benefitAnswers,
    ...ownBoardAnswers,
    answer(calls.homeProcessed, { read: homeReaders.processed }),
    answer(calls.homeApply, { read: homeReaders.apply }),
    answer(calls.homeUninspected, { read: homeReaders.uninspected }),
    answer(calls.homeWarnings, { read: homeReaders.warnings }),
    answer(calls.homeHelp, { read: homeReaders.help }),
    answer(calls.homeLayout, { read: readLayout }),
    answer(calls.homeLayoutSave, { write: saveLayout }),
    answer(calls.openWarnings, {
      read(context) {
        read(calls.openWarnings.input, context.input)
        refuseOtherTenant(context.actor, context.input)
        return homeReaders.warnings(context)
      },
    }),
    answer(calls.deptManagers, { read: managersOfDepts }),
    answer(deviceTips, { read: tipsOf }),
    answer(deviceTipsCount, { read: tipsCount }),
    answer(dueDays, { read: daysOfDue }),
    answer(dueFeed, { read: feedOf }),
    answer(dueFeedMake, { write: makeFeed }),
    answer(dueFeedEnd, { write: endFeed }),
    answer(daily.qualityDays, { read: qualityByDay }),
    answer(daily.qualityDevices, { read: qualityDevicePage }),
    answer(daily.deviceDays, { read: daysByDept }),
    answer(daily.deviceDaysOfAll, { read: daysOfAll }),
    answer(daily.deviceDay, { read: oneDay }),
    answer(daily.devicesToday, { read: devicesOfToday }),
  ],
  jobs: [weekReports],
  rowChecks: [incomeCheck],
  async demoHistory(tx, ground) {
    await demoReports(tx, ground)
    await demoBenefit(tx, ground)
    await demoBoard(tx, ground)
  },
  deptHoldings: [{ of: noticeReport, field: 'dept' }],
}
