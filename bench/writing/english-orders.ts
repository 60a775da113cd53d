import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [{ ...friendly, topic: 'Growing tomatoes on a balcony' }],
    [{ ...formal, topic: 'What a power of attorney does' }],
    [{ ...friendly, topic: 'Two days in Porto on foot' }],
    [
      {
        ...friendly,
        topic: 'Sitting all day without a sore back',
        instructions: 'Six numbered tips. About 600 words.',
        length: 600,
      },
      { numbered: 6 },
    ],
    [
      {
        ...formal,
        topic: 'Heat pumps or gas boilers for a small house',
        target: 'owners who have to decide this year',
        instructions: 'Include a table of costs.',
      },
      { hasTable: true },
    ],
  ]),
  ...entries('document', 'en', [
    [{ topic: 'Extending the lunch break by half an hour', purpose: 'for the works council' }],
    [{ topic: 'What we learned from losing a large customer', purpose: 'to agree on changes with sales' }],
    [{ topic: 'Replacing the lighting in the warehouse', purpose: 'to ask for a budget' }],
    [
      {
        topic: 'Results of our spring seminar',
        purpose: 'to decide whether to hold another in autumn',
        information: '96 registered, 71 came, $3,100 spent, 49 of 58 answers satisfied, 12 asked for a call',
        instructions: 'Put the figures in a table.',
      },
      { hasTable: true, includes: ['96', '71', '3,100'] },
    ],
    [
      {
        topic: 'A bicycle allowance for staff',
        purpose: 'for the works council',
        target: 'people who doubt it',
        instructions: 'About 700 words, and answer three objections.',
        length: 700,
      },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'First Post',
        overview: 'A neighborhood drop-off that ships parcels for one-person shops before dawn',
        format: ['Problem', 'Solution', 'Market', 'Team'],
      },
    ],
    [
      {
        name: 'Deskside',
        overview: 'Physiotherapists visit offices for fifteen-minute sessions',
        format: ['Opportunity', 'Offer', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Second Lens',
        overview: 'Refurbished cameras with a one-year guarantee, sold online',
        format: ['Problem', 'Solution', 'Financials'],
      },
    ],
    [
      {
        name: 'Night Nanny Co-op',
        overview: 'Night care for newborns, owned by its carers',
        format: ['Need', 'Model', 'Financials'],
        information: '12 carers, 31 families served, $38 an hour',
        instructions: 'Include a table for the first year.',
      },
      { hasTable: true, includes: ['12', '31', '38'] },
    ],
    [
      {
        name: 'Kite School',
        overview: 'Kitesurfing lessons for women over forty',
        format: ['Customers', 'Competition', 'Marketing'],
        length: 900,
      },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'I write things down.',
        career: 'One year at the reception of a veterinary clinic',
        duty: 'Claims assistant',
        questions: [question('Why this role?', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I explain things simply.',
        career: 'Mathematics degree, one year as a tutor',
        duty: 'Content developer for a learning company',
        questions: [question('Why this role?', 900), question('Something hard you made simple', 1_200)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I cannot leave a broken thing alone.',
        career: 'Electronics diploma, nine months in building maintenance',
        duty: 'Maintenance technician',
        questions: [question('Experience that fits the job', 1_200)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'Older people trust me.',
        career: 'Two years of volunteering in a care home, degree in social work',
        duty: 'Activities coordinator',
        questions: [question('Why us?', 900), question('A person who was hard to reach', 1_300)],
        target: 'a municipal day center for older people',
        instructions: 'Do not use the word "rewarding".',
      },
      { excludes: ['rewarding'] },
    ],
    [
      {
        ...formal,
        introduce: 'I keep calm when it is loud.',
        career: 'Restaurant shift lead, 3 years',
        duty: 'Emergency call handler',
        questions: [question('Working under pressure', 1_000)],
      },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'Asking for a changed quote',
        strong_points: '150 units instead of 200, needed by Friday',
        receiver: 'our supplier',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Turning down a weekend trip',
        strong_points: 'moving house, would love to come in spring',
        receiver: 'old friends',
      },
    ],
    [
      {
        ...formal,
        topic: 'Complaint about a hotel room',
        strong_points: 'booked a quiet room, construction from 7 am, two nights',
      },
    ],
    [
      {
        ...formal,
        topic: 'Asking a professor for a recommendation',
        strong_points: 'graduate school, due December 18, transcript and résumé attached',
        sender: 'Maya Lind',
        instructions: 'Under 130 words.',
        length: 120,
      },
      { includes: ['December 18', 'Maya Lind'] },
    ],
    [
      {
        ...friendly,
        topic: 'Thanking a neighbor who looked after our cat',
        strong_points: 'ten days, the cat was ill once',
        receiver: 'Mrs. Hall',
      },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'Keeping white sneakers white', slide_count: 5 }],
    [{ ...friendly, topic: 'How to poach an egg', slide_count: 6 }],
    [{ ...formal, topic: 'What to do in the month after a move', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Our leather wallet workshop',
        information: 'Sunday 2 pm, five places, $70 with materials, three hours',
        slide_count: 4,
      },
      { includes: ['2 pm', '$70'] },
    ],
    [
      {
        ...friendly,
        topic: 'Mistakes first-time renters make',
        slide_count: 6,
        instructions: 'One mistake a slide, no emoji.',
      },
    ],
  ]),
]
