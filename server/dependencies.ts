// The shared dependencies of the server's modules, created once in main.ts and passed down.
import type { Config } from './config.ts'
import type { RunStep } from './runs/execute-run.ts'
import type { RunRegistry } from './runs/run-registry.ts'
import type { VerifyAccessToken } from './adapters/access-tokens.ts'
import type { AuthAdmin } from './adapters/auth-admin.ts'
import type { BillingKeys } from './adapters/billing-key.ts'
import type { Cards } from './adapters/cards.ts'
import type { Database } from './adapters/database.ts'
import type { DocumentReader } from './adapters/reading/document-reader.ts'
import type { FileReader } from './adapters/file-reader.ts'
import type { FileStore } from './adapters/file-store.ts'
import type { KeywordSource } from './adapters/keyword-source.ts'
import type { LinkReader } from './adapters/link-reader.ts'
import type { Mail } from './adapters/mail.ts'
import type { Notifications } from './adapters/notifications.ts'
import type { Model, PromptModels } from './adapters/models.ts'
import type { PictureModel } from './adapters/pictures.ts'
import type { Queue } from './adapters/queue.ts'
import type { WebSearch } from './adapters/web-search.ts'

/** The steps of a charge: recorded, answered, and settled with all its effects. */
export type PaymentStep = 'intended' | 'answered' | 'settled'

export type Dependencies = {
  config: Config
  database: Database
  verifyAccessToken: VerifyAccessToken
  authAdmin: AuthAdmin
  queue: Queue
  /** The model that the tools write with. */
  model: Model
  /** The models that answer prompts, by the model of the prompt. */
  promptModels: PromptModels
  /** The image model. */
  pictures: PictureModel
  /** Members' files. */
  files: FileStore
  /** Parses files and pages to text and pictures, in separate processes. */
  reader: DocumentReader
  /** Members' files as text and pictures, cached. */
  fileReader: FileReader
  /** Public pages as text. */
  links: LinkReader
  /** The web search. */
  search: WebSearch
  /** Keyword figures. */
  keywords: KeywordSource
  /** The card provider's client; null on a site without payments. */
  cards: Cards | null
  billingKeys: BillingKeys
  /** The e-mail client; null on a machine without e-mail. */
  mail: Mail | null
  /** Wakes followers of a run of another process. */
  runEvents: Notifications
  /** The live runs of this process. */
  runs: RunRegistry
  /** A test hook, called at each step of a run. */
  runStepHook?: (step: RunStep) => void | Promise<void>
  /** A test hook, called at each step of a charge. */
  paymentStepHook?: (step: PaymentStep) => void | Promise<void>
}
