import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

// The whole route table. Every page is under a language; only home also answers without one (R01, R02).
export default [
  layout('routes/site-layout.tsx', { id: 'site-without-language' }, [
    index('routes/home.tsx', { id: 'home-without-language' }),
  ]),

  route(':lang', 'routes/language.tsx', [
    route('app.webmanifest', 'routes/app-manifest.ts'),
    route('offline', 'routes/offline.tsx'),
    // The five pages with the empty layout (R07), the consent page, and the page that closes the window of a repeated
    // sign-in.
    layout('routes/sign/layout.tsx', [
      route('sign/in', 'routes/sign/in.tsx'),
      route('sign/confirm', 'routes/sign/confirm.tsx'),
      route('sign/consent', 'routes/sign/consent.tsx'),
      route('sign/referrer', 'routes/sign/referrer.tsx'),
      route('sign/complete', 'routes/sign/complete.tsx'),
      route('sign/block', 'routes/sign/block.tsx'),
      route('sign/back', 'routes/sign/back.tsx'),
    ]),

    layout('routes/site-layout.tsx', [
      index('routes/home.tsx'),
      route('price', 'routes/price.tsx'),
      route('payment/checkout', 'routes/payment/checkout.tsx'),
      route('payment/simulator', 'routes/payment/simulator.tsx'),
      route('payment/confirm', 'routes/payment/confirm.tsx'),
      route('payment/error', 'routes/payment/error.tsx'),
      route('payment/receipt', 'routes/payment/receipt.tsx'),
      route('contact', 'routes/contact.tsx'),
      route('help', 'routes/help/help.tsx'),
      route('notice/list', 'routes/notice/list.tsx'),
      route('notice/detail/:id', 'routes/notice/detail.tsx'),
      route('article/list', 'routes/article/list.tsx'),
      route('article/detail/:id', 'routes/article/detail.tsx'),
      route('terms/use', 'routes/terms/use.tsx'),
      route('terms/privacy', 'routes/terms/privacy.tsx'),
      route('tool/list', 'routes/tool/list.tsx'),
      route('tool/use', 'routes/tool/use.tsx'),
      route('tool/keyword', 'routes/tool/keyword.tsx'),
      route('tool/keyword/saved', 'routes/tool/keyword-saved.tsx'),
      route('tool/history', 'routes/tool/history.tsx'),
      route('prompt/list', 'routes/prompt/list.tsx'),
      route('prompt/search', 'routes/prompt/search.tsx'),
      route('prompt/detail/:id', 'routes/prompt/detail.tsx'),
      route('prompt/create', 'routes/prompt/create.tsx'),
      route('prompt/modify/:id', 'routes/prompt/modify.tsx'),
      route('prompt/use', 'routes/prompt/use.tsx'),
      route('my', 'routes/my/my.tsx'),
      route('my/setting', 'routes/my/setting.tsx'),
      route('my/plan', 'routes/my/plan.tsx'),
      route('my/usage', 'routes/my/usage.tsx', { id: 'my-usage' }),
      route('my/token', 'routes/my/usage.tsx', { id: 'my-token' }),
      route('my/tone', 'routes/my/tone.tsx'),
      route('my/update', 'routes/my/update.tsx'),
      route('my/run', 'routes/my/run.tsx'),
      route('usage/history', 'routes/usage/history.tsx'),
      route('my/alarm', 'routes/my/alarm.tsx'),
      route('my/invite', 'routes/my/invite.tsx'),
      route('my/team', 'routes/my/team.tsx'),
      route('invite/:code', 'routes/invite.tsx'),
      route('mail/refuse', 'routes/mail/refuse.tsx'),
      route('my/create', 'routes/my/create.tsx'),
      route('my/bookmark', 'routes/my/bookmark.tsx'),
      route('public/write/:id', 'routes/public/write.tsx'),
      // The console (B19, B23). For visitors and members none of it exists, and an operator without a second factor
      // sees only the first page.
      route('admin/factor', 'routes/admin/factor.tsx'),
      route('admin', 'routes/admin/layout.tsx', [
        index('routes/admin/overview.tsx'),
        route('prompt', 'routes/admin/reviews.tsx'),
        route('prompt/:id', 'routes/admin/review.tsx'),
        route('prompt/reported/:id', 'routes/admin/report.tsx'),
        route('question', 'routes/admin/questions.tsx'),
        route('question/:id', 'routes/admin/question.tsx'),
        route('refund', 'routes/admin/refunds.tsx'),
        route('publication', 'routes/admin/publications.tsx'),
        route('publication/:kind/:id', 'routes/admin/publication.tsx'),
        route('member', 'routes/admin/members.tsx'),
        route('member/:id', 'routes/admin/member.tsx'),
        route('member/:id/payment', 'routes/admin/member-payments.tsx'),
        route('invite', 'routes/admin/invites.tsx'),
        route('log', 'routes/admin/log.tsx'),
      ]),
      route('*', 'routes/not-found.tsx'),
    ]),
  ]),

  layout('routes/site-layout.tsx', { id: 'site-not-found' }, [
    route('*', 'routes/not-found.tsx', { id: 'not-found-without-language' }),
  ]),
] satisfies RouteConfig
