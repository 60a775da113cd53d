import styles from './avatar.module.css'

/** A member's photo, or the first letter of the name. The name appears next to it. */
export function Avatar({ person }: { person: { nickname: string; photo: string | null } }) {
  if (person.photo)
    return (
      <img
        className={styles.photo}
        src={person.photo}
        alt=""
        width={32}
        height={32}
        referrerPolicy="no-referrer"
      />
    )
  return (
    <span className={styles.initial} aria-hidden="true">
      {[...person.nickname][0]}
    </span>
  )
}
