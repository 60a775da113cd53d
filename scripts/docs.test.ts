// Documentation: line lengths, valid links, and no retired words.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const project = fileURLToPath(new URL('..', import.meta.url))
const lineMax = 120

/** Words that pages no longer use, and their replacements. */
const retiredWords: [word: RegExp, replacement: string][] = [
  [/\bpurses?\b/i, 'balance'],
  [/\bretell(s|ing)?\b|\bretold\b/i, 'snapshot or replay'],
  [/\btapped-fetch\b/, 'nothing: it is deleted'],
  [/\b(is_beside|\w+Beside)\b/, 'is_comparison, parallel'],
  [/\boutbox letters?\b|\bletter outbox\b/i, 'e-mail outbox'],
  [/\bstand-ins?\b/i, 'development fallback'],
  [/\bwhoever\b/i, 'a noun: the member, the caller'],
  [/\banew\b/i, 'again'],
  [/\bsqueezed_text\b/, 'normalized_text_hash'],
  [/\bcloseLostRuns\b/, 'recoverRuns'],
  [/\bRunKeeper\b/, 'RunRegistry'],
  [/\bReadingEars\b/, 'callbacks'],
  [/\bfaceOf\b/, 'CardSummary'],
  [/\bhearWebhook\b/, 'handleWebhook'],
]

/** Identifiers that code no longer has, and their replacements. */
const retiredNames: Record<string, string> = {
  again_of_id: 'regenerated_from_id',
  announceFile: 'reserveFile',
  answerEmailForm: 'answerEmailSchema',
  answerForm: 'answerSchema',
  articleForm: 'articleSchema',
  AutosaveDoors: 'AutosavePorts',
  BackendFacts: 'SupabaseConfig',
  businessPlanForm: 'businessPlanSchema',
  cancelForm: 'cancelSubscriptionSchema',
  closeLostRuns: 'recoverRuns',
  confirmForm: 'confirmSchema',
  consentForm: 'consentSchema',
  ConsoleFactor: 'FactorRequired',
  ConsoleFrame: 'OperatorsFrame',
  ConsoleHeader: 'OperatorsHeader',
  consoleId: 'nothing: it is deleted',
  ConsoleLayout: 'OperatorsLayout',
  consolePageSize: 'operatorsPageSize',
  consoleScreen: 'nothing: it is deleted',
  ConsoleSkeleton: 'OperatorsSkeleton',
  contactForm: 'contactSchema',
  counting_plan: 'effective_plan',
  coverLetterForm: 'coverLetterSchema',
  createStandIn: 'createDevelopmentProvider',
  createStopWish: 'createDeferredCancel',
  describeCase: 'describeCheck',
  documentForm: 'documentSchema',
  DocumentWork: 'DocumentState',
  editForm: 'editSchema',
  EditOffer: 'SuggestionPanel',
  EditOrder: 'ActiveEdit',
  EditPictureWish: 'PictureInstruction',
  EditWish: 'EditCommand',
  EditWishForm: 'InstructionForm',
  emailForm: 'emailSchema',
  EstimatedForm: 'PricedForm',
  faceOf: 'CardSummary',
  findEdit: 'loadEdit',
  findFiles: 'loadFiles',
  findTypedAddress: 'loadTypedAddress',
  findValues: 'loadValues',
  forgetUnproven: 'clearUnverified',
  give_signal: 'record_engagement',
  giveBack: 'refund',
  giveUpForm: 'cancelOrderSchema',
  giveUpOrder: 'cancelOrder',
  hearWebhook: 'handleWebhook',
  inOwnWords: 'wrapError',
  instagramFeedForm: 'instagramFeedSchema',
  inventUser: 'obfuscatedUser',
  invite_bar: 'invite_reward_exclusion',
  inviteMailForm: 'inviteMailSchema',
  is_askable: 'is_readable_key',
  is_beside: 'is_comparison',
  is_there: 'is_current_plan',
  is_to_come_again: 'will_retry',
  isKeptFile: 'isStoredFile',
  Judgement: 'CheckResult',
  judgePool: 'authorizationPool',
  judgeTimeoutMs: 'authorizationTimeoutMs',
  keepAccess: 'storeAccess',
  keepCard: 'saveCard',
  keepDeletionsAlive: 'sendDeletionsWithKeepalive',
  keepEdit: 'saveEdit',
  keepFile: 'commitFile',
  keepFiles: 'saveFiles',
  keepGivenUpEdit: 'stashDiscardedEdit',
  keepLocally: 'saveLocally',
  keepMine: 'saveMine',
  keepOrderKey: 'saveBillingKey',
  keepQuestion: 'saveQuestion',
  keepText: 'stashText',
  keepTypedAddress: 'saveTypedAddress',
  keepValues: 'saveValues',
  keptDays: 'retentionDays',
  KeptDraft: 'StoredDraft',
  KeptEdit: 'StoredEdit',
  KeptFile: 'StoredFile',
  keptMax: 'maxEntries',
  keptMs: 'ttlMs',
  keywordDataForm: 'keywordDataSchema',
  keywordTrendForm: 'keywordTrendSchema',
  latePart: 'lazyWithRetry',
  letGo: 'markUnused',
  lettersEn: 'emailsEn',
  lettersKo: 'emailsKo',
  liftSession: 'elevateAal',
  'link-picture': 'og-image',
  linksForm: 'linksSchema',
  list_risen: 'list_moved_up',
  LocalPlace: 'LocalDraft',
  lock_purse: 'lock_balances',
  manifestForm: 'manifestSchema',
  MemberFacts: 'MemberDetails',
  mendStaleParts: 'recoverFromChunkErrors',
  needsDialog: 'isBlockingError',
  Numbered: 'Interner',
  onGap: 'onReconnect',
  onPiece: 'onDelta',
  OpenDocument: 'OpenText',
  openLocalPlace: 'createLocalDraft',
  openSocketDoor: 'createUpgradeHandler',
  orderForm: 'orderSchema',
  PageFacts: 'RootData',
  PictureRest: 'ImageQuotaNote',
  plan_of: 'effective_plan',
  prompt_figure: 'sort_key',
  prompt_signal: 'prompt_engagement',
  promptForm: 'promptSchema',
  promptRunForm: 'promptRunSchema',
  PromptUse: 'PromptRun',
  ReadingEars: 'callbacks',
  readJourney: 'readSourceAndTarget',
  readKept: 'readStored',
  refundForm: 'refundSchema',
  RefusalCode: 'BlockingErrorCode',
  RefusalDialog: 'BlockingErrorDialog',
  refusalWithFacts: 'addErrorDetail',
  rehearseAs: 'dryRunAs',
  requireQuiet: 'requireCooldown',
  requireTurn: 'requireAal2',
  RestingButton: 'SoftDisabledButton',
  RunKeeper: 'RunRegistry',
  sentPart: 'lazyWithRetry',
  serverFacts: 'requestConfig',
  ServerFacts: 'RequestConfig',
  share_back: 'refund_share',
  simulatorForm: 'simulatorSchema',
  Spoken: 'LiveRegion',
  squeezed_text: 'normalized_text_hash',
  stopRequested: 'cancelled',
  take_back: 'claw_back',
  takeLocalText: 'consumeLocalDraft',
  taken_cause: 'reversal_key',
  teamInviteForm: 'teamInviteSchema',
  TextUntilEditor: 'EditorPlaceholder',
  toneForm: 'toneSchema',
  ToolbarRoom: 'ToolbarPlaceholder',
  toolForms: 'toolSchemas',
  ToolKit: 'ToolDefinition',
  toolsRoom: 'toolbarPlaceholder',
  unused_file: 'file_deletion_queue',
  useAdoptedRun: 'useSyncRunToDocument',
  useEditOrder: 'useEditCommand',
  useFacts: 'useRootData',
  useHeldText: 'useReadOnlyWhile',
  useKept: 'useStored',
  useKeptDraft: 'useStoredDraft',
  useKeptFiles: 'useStoredFiles',
  useLatest: 'useStableCallbacks',
  usePlaces: 'useNavigationItems',
  useReread: 'usePolling',
  useToldChanges: 'useDebouncedChange',
  useTwostepWords: 'useFactorWords',
  waysOut: 'fetchPolicy',
  WholeCommands: 'DocumentCommands',
}

/** File names that no longer exist, without their extension, and their replacements. */
const retiredFiles: Record<string, string> = {
  arrows: 'import-boundaries',
  'closed-doors': 'disabled-routes',
  console: 'operators',
  'console-factor': 'factor-required',
  'console-frame': 'operators-frame',
  'console-screen': 'operators-screen',
  'edit-offer': 'suggestion-panel',
  'edit-picture-wish': 'picture-instruction',
  'edit-wish': 'edit-command',
  'edit-wish-form': 'instruction-form',
  facts: 'root-data',
  kept: 'stored-draft',
  'kept-edit': 'stored-edit',
  'kept-values': 'stored-values',
  'late-part': 'lazy-with-retry',
  letters: 'emails',
  'link-picture': 'og-image',
  'needs-dialog': 'is-blocking-error',
  'openid-door': 'oidc-client',
  'operator-console': 'operators',
  'picture-rest': 'image-quota-note',
  places: 'navigation-items',
  'read-frames': 'nothing: it is deleted',
  'reading-host': 'parser-supervisor',
  'reading-process': 'parser-worker',
  'refusal-dialog': 'blocking-error-dialog',
  'resting-button': 'soft-disabled-button',
  'run-keeper': 'run-registry',
  'sent-part': 'lazy-with-retry',
  'server-facts': 'request-config',
  'socket-door': 'upgrade-handler',
  spoken: 'live-region',
  'stale-parts': 'chunk-errors',
  'stream-readers': 'nothing: it is deleted',
  'tapped-fetch': 'nothing: it is deleted',
  'tell-held-bytes': 'report-heap',
  'text-until-editor': 'editor-placeholder',
  'tool-kit': 'tool-definition',
  'toolbar-room': 'toolbar-placeholder',
  'try-twice': 'retry-once',
  twostep: 'factor',
  'twostep-words': 'factor-words',
  'use-adopted-run': 'use-sync-run-to-document',
  'use-edit-order': 'use-edit-command',
  'use-held-text': 'use-read-only-while',
  'use-latest': 'use-stable-callbacks',
  'use-page': 'prompt-run-page',
  'use-reread': 'use-polling',
  'use-told-changes': 'use-debounced-change',
  'uses-page': 'prompt-runs-page',
  'whole-commands': 'document-commands',
}

const read = (path: string): string => readFileSync(join(project, path), 'utf8')

/** Files below a folder of the project, by their path in the project. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length))
    .filter((path) => !path.includes('node_modules'))

const pages = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs').filter((path) => extname(path) === '.md')]

/** Lines of a page outside of code fences, with their numbers. */
function* proseOf(page: string): Generator<[number: number, line: string]> {
  let isFenced = false
  for (const [index, line] of read(page).split('\n').entries()) {
    if (/^\s*```/.test(line)) isFenced = !isFenced
    else if (!isFenced) yield [index + 1, line]
  }
}

it('prose is at most 120 characters wide', () => {
  const isFree = (line: string) => /^\s*(\||#)/.test(line) || /\]\(|<https?:/.test(line)
  const found = pages.flatMap((page) =>
    [...proseOf(page)]
      .filter(([, line]) => Array.from(line).length > lineMax && !isFree(line))
      .map(([number]) => `${page}:${number}`),
  )
  expect(found).toEqual([])
})

it('relative links lead somewhere', () => {
  const found = pages.flatMap((page) =>
    [...proseOf(page)].flatMap(([number, line]) =>
      [...line.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target!.replace(/#.*$/, ''))
        .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(join(project, dirname(page), target)))
        .map((target) => `${page}:${number}: ${target}`),
    ),
  )
  expect(found).toEqual([])
})

it('pages use the words of the glossary', () => {
  const found = pages.flatMap((page) =>
    read(page)
      .split('\n')
      .flatMap((line, index) =>
        retiredWords
          .filter(([word]) => word.test(line))
          .map(([word, replacement]) => `${page}:${index + 1}: ${word.source} → ${replacement}`),
      ),
  )
  expect(found).toEqual([])
})

it('code has no retired file and no retired name', () => {
  const paths = ['app', 'server', 'shared', 'supabase/schemas', 'local-backend', 'scripts']
    .flatMap(filesIn)
    .filter((path) => /\.(ts|tsx|js|sql|css|json)$/.test(path) && path !== join('scripts', 'docs.test.ts'))
  const names = new RegExp(`\\b(${Object.keys(retiredNames).join('|')})\\b`, 'g')
  const found = paths.flatMap((path) => {
    const base = path.replace(/^.*[\\/]/, '').replace(/\..*$/, '')
    const file = Object.hasOwn(retiredFiles, base) ? [`${path} → ${retiredFiles[base]}`] : []
    // JSON files have texts, in which a name may be an ordinary word.
    const text = path.endsWith('.json') ? '' : read(path)
    const used = [...new Set(text.match(names))].map((name) => `${path}: ${name} → ${retiredNames[name]}`)
    return [...file, ...used]
  })
  expect(found).toEqual([])
})
