// What the server's rooms work with, put together once in main.ts and handed down.
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

/** A charge is written down, answered, and recorded with all that it brings. */
export type PaymentStep = 'intended' | 'answered' | 'settled'

export type Dependencies = {
  config: Config
  database: Database
  verifyAccessToken: VerifyAccessToken
  authAdmin: AuthAdmin
  queue: Queue
  /** What the tools write with. */
  model: Model
  /** What answers prompts, by the model that they are written for. */
  promptModels: PromptModels
  /** What makes pictures. */
  pictures: PictureModel
  /** Members' files. */
  files: FileStore
  /** Makes text and pictures of files and pages, in processes of their own. */
  reader: DocumentReader
  /** Members' files as text and pictures. */
  fileReader: FileReader
  /** Public pages as text. */
  links: LinkReader
  /** Finds pages about a question. */
  search: WebSearch
  /** Figures about what people search for. */
  keywords: KeywordSource
  /** Where cards are charged; null where nothing can be paid. */
  cards: Cards | null
  billingKeys: BillingKeys
  /** Delivers letters; null where no mail leaves. */
  mail: Mail | null
  /** Wakes whoever follows a run of another process. */
  runEvents: Notifications
  /** The runs that go on in this process. */
  runs: RunRegistry
  /** Called where a run can be interrupted: tests do so. */
  atStep?: (step: RunStep) => void | Promise<void>
  /** Called where a charge can be interrupted: tests do so. */
  atPayment?: (step: PaymentStep) => void | Promise<void>
}
