// The demo writer's sentences for the other tools in Spanish, French, German and Russian.
import type { OutputLanguage } from '#shared/tools.ts'
import type { PlainToolPhrases } from './demo-tool-phrases.ts'

export const westernToolPhrases = {
  Spanish: {
    purpose: 'Este documento se preparó con un propósito: {purpose}',
    item: [
      'Lo que se sabe hasta ahora sobre «{item}»:',
      'Todavía no hay material sobre «{item}». [Añadir aquí razones y cifras]',
      'Cada punto debe ir acompañado de su prueba, para que se pueda comprobar; lo que sigue abierto necesita una fecha.',
    ],
    answer: 'Para trabajar en {topic}, lo mejor que puedo ofrecer es lo que ya he hecho.',
    answerEnd: {
      formal:
        'Con esa experiencia como punto de partida, asumiré {topic} con el mismo cuidado hasta el final.',
      informal: 'De ahí quiero partir en {topic}: no suelto una tarea hasta que está terminada.',
    },
    subjects: [
      'Sobre {topic}',
      '{topic}: una nota breve',
      '{topic}: una propuesta',
      'Su opinión sobre {topic}',
      '{topic}: siguiente paso',
    ],
    mail: [
      'Hola, {receiver}:',
      'Hola:',
      'Escribo con motivo de {topic}.',
      'Estos son los puntos más importantes:',
      'Con una respuesta breve puedo preparar el siguiente paso.',
    ],
    close: { formal: 'Atentamente,', informal: 'Un abrazo,' },
  },
  French: {
    purpose: 'Ce document a été préparé dans un but précis : {purpose}',
    item: [
      'Ce que l’on sait à ce stade sur « {item} » :',
      'Il n’y a pas encore d’éléments sur « {item} ». [Ajouter ici les raisons et les chiffres]',
      'Chaque point doit être accompagné de sa preuve, pour pouvoir être vérifié ; ce qui reste ouvert appelle une date.',
    ],
    answer: 'Pour travailler sur {topic}, ce que je peux offrir de mieux est ce que j’ai déjà fait.',
    answerEnd: {
      formal: 'Fort de cette expérience, j’aborderai {topic} avec le même soin, jusqu’au bout.',
      informal: 'C’est de là que je veux partir pour {topic} : je ne lâche rien avant la fin.',
    },
    subjects: [
      'Au sujet de {topic}',
      '{topic} : quelques mots',
      '{topic} : une proposition',
      'Votre avis sur {topic}',
      '{topic} : prochaine étape',
    ],
    mail: [
      'Bonjour {receiver},',
      'Bonjour,',
      'Je vous écris au sujet de {topic}.',
      'Voici les points essentiels :',
      'Une réponse brève me suffira pour préparer la suite.',
    ],
    close: { formal: 'Avec mes salutations distinguées,', informal: 'À très bientôt,' },
  },
  German: {
    purpose: 'Dieses Dokument dient einem Zweck: {purpose}',
    item: [
      'Was über „{item}“ bisher bekannt ist:',
      'Zu „{item}“ gibt es noch keine Unterlagen. [Hier Gründe und Zahlen ergänzen]',
      'Neben jeden Punkt gehört ein Beleg, damit er sich prüfen lässt; was noch offen ist, braucht ein Datum.',
    ],
    answer: 'Für die Arbeit an {topic} kann ich vor allem zeigen, was ich schon getan habe.',
    answerEnd: {
      formal: 'Mit dieser Erfahrung werde ich {topic} ebenso sorgfältig und bis zum Ende verfolgen.',
      informal: 'Genau da will ich bei {topic} anfangen: Ich bleibe dran, bis es fertig ist.',
    },
    subjects: [
      'Zu {topic}',
      '{topic}: kurze Nachricht',
      '{topic}: ein Vorschlag',
      'Ihre Meinung zu {topic}',
      '{topic}: nächster Schritt',
    ],
    mail: [
      'Guten Tag, {receiver},',
      'Guten Tag,',
      'ich schreibe wegen {topic}.',
      'Das sind die wichtigsten Punkte:',
      'Eine kurze Antwort genügt, damit ich den nächsten Schritt vorbereiten kann.',
    ],
    close: { formal: 'Mit freundlichen Grüßen', informal: 'Viele Grüße und bis bald' },
  },
  Russian: {
    purpose: 'Этот документ подготовлен с одной целью: {purpose}',
    item: [
      'Что уже известно по пункту «{item}»:',
      'По пункту «{item}» материалов пока нет. [Добавьте основания и цифры]',
      'Рядом с каждым пунктом нужно подтверждение, чтобы его можно было проверить; для нерешённого нужен срок.',
    ],
    answer: 'Лучшее, что я могу предложить для работы «{topic}», — то, что уже сделано моими руками.',
    answerEnd: {
      formal: 'С этим опытом я возьмусь за «{topic}» так же внимательно и доведу дело до конца.',
      informal: 'С этого я и хочу начать «{topic}»: не бросать дело, пока оно не закончено.',
    },
    subjects: [
      '{topic}: коротко о главном',
      'По поводу «{topic}»',
      '{topic}: предложение',
      'Ваше мнение о «{topic}»',
      '{topic}: следующий шаг',
    ],
    mail: [
      'Здравствуйте, {receiver}!',
      'Здравствуйте!',
      'Пишу по поводу «{topic}».',
      'Вот самое важное:',
      'Достаточно короткого ответа, чтобы подготовить следующий шаг.',
    ],
    close: { formal: 'С уважением,', informal: 'До скорого!' },
  },
} as const satisfies Partial<Record<OutputLanguage, PlainToolPhrases>>
