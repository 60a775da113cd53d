import { Button } from '@mantine/core'
import { ListMore } from '#app/session/list-more.tsx'
import { promptListPath } from '#app/session/prompt-list-path.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { useDeletion } from '#app/session/use-deletion.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { listSavedPrompts, type LinePage } from './author-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { MyHeader } from './my-header.tsx'
import { PromptCards } from './prompt-card.tsx'
import { savePrompt, type CategoryLabels, type PromptLine } from './prompts-data.ts'
import frame from '#app/ui/frame.module.css'

/** The member's saved prompts (P26). A removal is immediate and can be undone. */
export function SavedPromptsPage({ page, labels }: { page: LinePage<PromptLine>; labels: CategoryLabels }) {
  const { t, language } = useTranslation('library', 'prompts')
  const list = useInfiniteList(page, listSavedPrompts)
  const unsave = useDeletion(list, {
    remove: (supabase, ids: readonly number[]) => save(supabase, ids, false),
    restore: (supabase, ids) => save(supabase, ids, true),
    removed: () => t('library.my.unsaved'),
    undo: t('library.my.undo'),
  })
  const isEmpty = list.lines.length === 0 && !list.hasMore
  return (
    <div className={frame.wide}>
      <MyHeader lead={isEmpty ? null : t('library.my.savedLead', { count: list.total })} />
      {isEmpty ? (
        <EmptyList
          text={t('library.my.savedEmpty')}
          way={{ to: promptListPath(language), label: t('library.my.savedEmptyAction') }}
        />
      ) : (
        <div className="u-mt5">
          <PromptCards
            lines={list.lines}
            labels={labels}
            label={t('library.my.saved')}
            action={(line) => (
              <Button
                variant="subtle"
                size="sm"
                aria-label={t('library.my.unsaveLabel', { title: line.title })}
                onClick={() => void unsave([line.id])}
              >
                {t('library.my.unsave')}
              </Button>
            )}
          />
        </div>
      )}
      <ListMore list={list} label={t('library.my.more')} />
    </div>
  )
}

async function save(
  supabase: Supabase,
  ids: readonly number[],
  isSaved: boolean,
): Promise<readonly number[]> {
  await Promise.all(ids.map((id) => savePrompt(supabase, id, isSaved)))
  return ids
}
